const nameMax = 255

// Direction marks can make `gpj.exe` read as `exe.jpg`; the others are invisible or end a line.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** A client's name for a file, fit to be shown and kept; empty when nothing is left of it. It never becomes a path. */
export function cleanFileName(name: string): string {
  const base = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = base.replace(unseen, '').trim()
  return visible === '.' || visible === '..' ? '' : shorten(visible)
}

/** Most file systems take 255 bytes; the extension is the part that must survive. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= nameMax) return name
  const extension = /\.[^.]{1,20}$/.exec(name)?.[0] ?? ''
  let kept = ''
  for (const character of name.slice(0, name.length - extension.length)) {
    if (Buffer.byteLength(kept + character + extension) > nameMax) break
    kept += character
  }
  return kept + extension
}
