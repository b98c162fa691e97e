import type { Move } from './moves.rules.ts'

/** Commands for a Linux shell, in the folder that contains `resources`. Each one runs only if the one before succeeds. */
export function writeShell({
  scriptId,
  extension,
  url,
  sha256,
  moves,
}: {
  scriptId: number
  extension: string
  url: string
  sha256: string
  moves: readonly Move[]
}): string {
  const folder = `script-${scriptId}`
  const archive = `${folder}.${extension}`
  const commands = [
    `curl --fail --location --output ${archive} ${quoted(url)}`,
    `echo ${quoted(`${sha256}  ${archive}`)} | sha256sum --check`,
    // 7-Zip reads RAR archives too.
    extension === 'zip' ? `unzip -q ${archive} -d ${folder}` : `7z x -o${folder} ${archive}`,
    'mkdir -p resources',
    ...moves.map(
      ({ name, path }) =>
        // -T: a folder that exists is not moved into, the command fails.
        `mv -T ${path === '' ? folder : quoted(`${folder}/${path}`)} ${quoted(`resources/${name}`)}`,
    ),
    ...(moves.length > 0 ? [`rm -rf ${folder} ${archive}`] : []),
  ]
  return `${commands.join(' &&\n')}\n`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
