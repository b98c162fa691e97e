import { teamPath } from '#web/app/paths.ts'

export const manageTeamPath = (name: string): string => `${teamPath(name)}/manage`
