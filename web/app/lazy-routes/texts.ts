import { cliRoute } from '#web/scripts/install/cli.route.ts'
import {
  faqRoute,
  aboutRoute,
  cookiesRoute,
  dmcaRoute,
  privacyRoute,
  supportRoute,
  termsRoute,
} from '#web/site/legal/legal.routes.ts'
import { rulesRoute } from '#web/scripts/versions/rules.route.ts'

export const routes = [
  termsRoute,
  privacyRoute,
  cookiesRoute,
  dmcaRoute,
  faqRoute,
  aboutRoute,
  supportRoute,
  rulesRoute,
  cliRoute,
] as const
