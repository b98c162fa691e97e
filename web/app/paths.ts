// Typed as string: the router's types accept only paths of the routes that are in the first load.
export const submitPath: string = '/submit'
export const adminPath: string = '/admin'
export const notificationsPath: string = '/notifications'
export const casesPath: string = '/cases'
export const signInPath: string = '/sign-in'
export const settingsPath: string = '/profile/settings'

export const scriptPath = (id: number): string => `/scripts/${id}`
export const casePath = (id: number): string => `${casesPath}/${id}`
export const userPath = (username: string): string => `/user/${encodeURIComponent(username)}`
export const teamsPath: string = '/teams'
export const teamPath = (name: string): string => `/teams/${encodeURIComponent(name.toLowerCase())}`

type Author = { author: string; authorIsTeam?: true | undefined }

export const authorPath = ({ author, authorIsTeam }: Author): string =>
  authorIsTeam ? teamPath(author) : userPath(author)
