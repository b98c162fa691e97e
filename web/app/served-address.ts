/**
 * Whether the page that the server sent is that of the address. Somebody who reloads and at once goes back or forth changes
 * the address alone: the document, of which the other page is a part as well, stays the one that was reloaded.
 */
export function isServedHere(): boolean {
  const [loading] = performance.getEntriesByType('navigation')
  return loading === undefined || withoutHash(loading.name) === withoutHash(location.href)
}

function withoutHash(address: string): string {
  return address.replace(/#.*/, '')
}
