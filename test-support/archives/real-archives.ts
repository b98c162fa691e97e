import openSevenZip from '7z-wasm'

/** An archive as 7-Zip itself writes it: `-t7z` is solid and compressed with LZMA, `-tzip -mm=BZip2` a ZIP of another method. */
export async function packWithSevenZip(
  members: readonly { name: string; content?: string | Buffer }[],
  ...options: string[]
): Promise<Buffer> {
  const sevenZip = await openSevenZip.default({ print: ignore, printErr: ignore })
  const { FS } = sevenZip
  FS.mkdir('/in')
  FS.chdir('/in')
  for (const { name, content = '' } of members) {
    for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
      try {
        FS.mkdir(name.slice(0, at))
      } catch {
        // It exists.
      }
    }
    FS.writeFile(name, Buffer.from(content))
  }
  sevenZip.callMain(['a', ...options, '/archive.out', '.'])
  return Buffer.from(FS.readFile('/archive.out'))
}

function ignore(): void {}
