import { posix, win32 } from 'node:path'

/** Devices of Windows, with any extension. */
const reserved =
  /^(con|prn|aux|nul|com[0-9\u00B9\u00B2\u00B3]|lpt[0-9\u00B9\u00B2\u00B3]|conin\$|conout\$)\s*(\.|$)/i

/** Bytes on Linux, and fewer characters on Windows. */
const partMax = 255

/**
 * Why a path of an archive or a lock cannot be a file inside a folder on both systems; undefined if it can. The same
 * on both, so that a server can move from one to the other.
 */
export function pathProblem(path: string): string | undefined {
  if (path === '' || path.length > 1024) return 'has no usable length'
  // oxlint-disable-next-line no-control-regex -- these characters are rejected
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'has a control character'
  if (posix.isAbsolute(path) || win32.isAbsolute(path) || /^[a-z]:/i.test(path)) return 'is not relative'
  for (const part of path.split(/[/\\]/)) {
    if (part === '' || part === '.' || part === '..') return 'leads out of its folder'
    if (Buffer.byteLength(part) > partMax) return 'has a name that is too long for a disk'
    if (part === '__proto__') return 'has a name that is not allowed'
    if (reserved.test(part)) return 'has a name that Windows reserves'
    if (/[. ]$/.test(part)) return 'has a name that ends with a dot or a space, which Windows removes'
    if (/[<>:"|?*]/.test(part)) return 'has a character that Windows does not allow in a name'
  }
  return path.includes('\\') ? 'has a backslash' : undefined
}

/** Equal for paths that are one file on Windows or macOS. */
export function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase()
}
