import { cliRoute } from '#web/install/cli.route.ts'
import { faqRoute } from '#web/legal/faq.route.ts'
import {
  aboutRoute,
  cookiesRoute,
  dmcaRoute,
  privacyRoute,
  supportRoute,
  termsRoute,
} from '#web/legal/legal.routes.ts'
import { rulesRoute } from '#web/versions/rules.route.ts'

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
