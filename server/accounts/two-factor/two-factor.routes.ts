import { twoFactorApi } from '#contract/accounts/two-factor.ts'
import { route } from '#platform/http/route.ts'

import { readTwoFactor } from './read-two-factor.ts'
import { renewRecoveryCodes, beginOwnSetUp, confirmOwnSetUp } from './set-up.ts'
import { turnOff } from './turn-off.ts'

export const twoFactorRoutes = [
  route(twoFactorApi.read, ({ db, actor }) => readTwoFactor(db, actor.id)),
  route(twoFactorApi.begin, ({ app, actor, body }) => beginOwnSetUp(app, actor, body.password)),
  route(twoFactorApi.confirm, ({ app, actor, body }) => confirmOwnSetUp(app, actor, body.code)),
  route(twoFactorApi.disable, ({ app, actor, body }) => turnOff(app, actor, body)),
  route(twoFactorApi.renewRecoveryCodes, ({ app, actor, body }) => renewRecoveryCodes(app, actor, body)),
]
