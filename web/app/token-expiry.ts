/** The `exp` claim in milliseconds since 1970; undefined for an invalid token. */
export function tokenExpiry(token: string): number | undefined {
  const claims = token.split('.')[1]
  if (claims === undefined) return undefined
  try {
    const parsed: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    const exp = typeof parsed === 'object' && parsed !== null && 'exp' in parsed ? parsed.exp : undefined
    return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}

export function isTokenValid(token: string, now: number): boolean {
  const expiry = tokenExpiry(token)
  return expiry !== undefined && expiry > now
}
