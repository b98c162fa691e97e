/** Absolute URLs, as feeds and sitemaps need them. */
export function scriptUrl(publicUrl: string, id: number): string {
  return `${publicUrl}/scripts/${id}`
}

/** The page of one version. */
export function versionUrl(publicUrl: string, scriptId: number, versionId: number): string {
  return `${publicUrl}/scripts/${scriptId}/install?v=${versionId}`
}

export function collectionUrl(publicUrl: string, id: number): string {
  return `${publicUrl}/collections/${id}`
}

export function categoryUrl(publicUrl: string, name: string): string {
  return `${publicUrl}/scripts?${new URLSearchParams({ category: name }).toString()}`
}

export function authorUrl(publicUrl: string, username: string): string {
  return `${publicUrl}/user/${encodeURIComponent(username)}`
}

export function feedUrl(publicUrl: string, kind: 'category' | 'author', name: string): string {
  return `${publicUrl}/feed/${kind}/${encodeURIComponent(name)}.xml`
}
