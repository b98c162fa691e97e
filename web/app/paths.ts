// Typed as plain text: these pages belong to other rooms, and the router checks only what it knows at compile time.
export const submitPath: string = '/submit'
export const backOfficePath: string = '/admin'
export const settingsPath: string = '/profile/settings'

export const scriptPath = (id: number): string => `/scripts/${id}`
export const userPath = (username: string): string => `/user/${encodeURIComponent(username)}`
