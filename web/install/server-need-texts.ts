import type { ServerNeeds } from '#contract/install.ts'

export function serverNeedTexts({ build, onesync, gameBuild }: ServerNeeds): string[] {
  return [
    build !== null && `Build ${build} of the server, or a later one`,
    onesync && 'OneSync turned on',
    gameBuild !== null && `Game build ${gameBuild}`,
  ].filter((need) => typeof need === 'string')
}
