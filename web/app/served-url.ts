/** False after a reload followed at once by Back or Forward: that changes the URL without loading another document. */
export function isServedHere(): boolean {
  const [loading] = performance.getEntriesByType('navigation')
  return loading === undefined || withoutHash(loading.name) === withoutHash(location.href)
}

function withoutHash(url: string): string {
  return url.replace(/#.*/, '')
}
