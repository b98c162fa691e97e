const units = ['B', 'KB', 'MB', 'GB'] as const

/** 184 MB, 3.4 MB, 912 B. */
export function fileSizeText(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  const digits = unit > 0 && size < 9.95 ? 1 : 0
  return `${size.toFixed(digits)} ${units[unit]}`
}
