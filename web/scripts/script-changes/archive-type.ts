const typesByExtension: Readonly<Record<string, string>> = {
  zip: 'application/zip',
  rar: 'application/vnd.rar',
  '7z': 'application/x-7z-compressed',
  tar: 'application/x-tar',
  gz: 'application/gzip',
  bz2: 'application/x-bzip2',
  xz: 'application/x-xz',
}

/** The media type from the browser, or by the extension if the browser knows none. */
export function archiveType({ name, type }: { name: string; type: string }): string {
  if (type) return type
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return typesByExtension[extension] ?? 'application/octet-stream'
}
