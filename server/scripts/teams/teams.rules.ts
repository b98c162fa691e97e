/** The address of a team is its name in lower case. */
export const teamPath = (name: string): string => `/teams/${encodeURIComponent(name.toLowerCase())}`
