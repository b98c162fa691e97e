import { twoFactorApi } from '#contract/two-factor.ts'
import { route } from '#platform/http/route.ts'

import { readTwoFactor } from './read-two-factor.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { beginOwnSetUp, confirmOwnSetUp } from './set-up.ts'
import { turnOff } from './turn-off.ts'

export const twoFactorRoutes = [
  route(twoFactorApi.read, ({ db, actor }) => readTwoFactor(db, actor.id)),
  route(twoFactorApi.begin, ({ hub, actor, body }) => beginOwnSetUp(hub, actor, body.password)),
  route(twoFactorApi.confirm, ({ hub, actor, body }) => confirmOwnSetUp(hub, actor, body.code)),
  route(twoFactorApi.disable, ({ hub, actor, body }) => turnOff(hub, actor, body)),
  route(twoFactorApi.renewRecoveryCodes, ({ hub, actor, body }) => renewRecoveryCodes(hub, actor, body)),
]
