/** Where things are on this site, absolute: a feed is read far away from it. */
export function scriptAddress(publicUrl: string, id: number): string {
  return `${publicUrl}/scripts/${id}`
}

export function categoryAddress(publicUrl: string, name: string): string {
  return `${publicUrl}/scripts?${new URLSearchParams({ category: name }).toString()}`
}

export function authorAddress(publicUrl: string, username: string): string {
  return `${publicUrl}/user/${encodeURIComponent(username)}`
}

export function feedAddress(publicUrl: string, kind: 'category' | 'author', name: string): string {
  return `${publicUrl}/feed/${kind}/${encodeURIComponent(name)}.xml`
}
