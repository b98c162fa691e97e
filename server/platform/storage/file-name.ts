const nameMax = 255

// Direction marks can make `gpj.exe` read as `exe.jpg`; the others are invisible or end a line.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** The file name of a client without characters that deceive; may be empty. For display and headers, never for a path. */
export function cleanFileName(name: string): string {
  const base = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = base.replace(invisible, '').trim()
  return visible === '.' || visible === '..' ? '' : shorten(visible)
}

/** Shortens the stem: most file systems allow 255 bytes. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= nameMax) return name
  const extension = /\.[^.]{1,20}$/.exec(name)?.[0] ?? ''
  let start = ''
  for (const character of name.slice(0, name.length - extension.length)) {
    if (Buffer.byteLength(start + character + extension) > nameMax) break
    start += character
  }
  return start + extension
}
