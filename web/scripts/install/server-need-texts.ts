import type { ServerNeeds } from '#contract/scripts/install.ts'

export function serverNeedTexts({ build, onesync, gameBuild }: ServerNeeds): string[] {
  return [
    build !== null && `Server build ${build} or later`,
    onesync && 'OneSync enabled',
    gameBuild !== null && `Game build ${gameBuild}`,
  ].filter((need) => typeof need === 'string')
}
