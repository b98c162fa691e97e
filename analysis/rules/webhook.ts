import { has, nothing, origin, textOf, textsOf } from '#analysis/flow/value.ts'
import { webhookUrl } from './hosts.ts'
import { defineRule, js, lua, medium } from './rule.ts'

export const webhook = defineRule({
  id: 'webhook',
  on: ['literal', 'http'],
  test: ({ kind, values, file }) => {
    if (kind === 'http')
      return values.some(
        (value) => has(value, origin.built) && textsOf(value).some((text) => webhookUrl.test(text)),
      )
        ? medium('put together of parts')
        : undefined
    const text = textOf(values[0] ?? nothing) ?? ''
    const found = webhookUrl.exec(text)?.[0]
    if (found === undefined) return undefined
    const severity = file.side === 'server' || file.side === 'none' ? 'low' : 'medium'
    return { severity, detail: `${found.slice(0, found.lastIndexOf('/') + 5)}…` }
  },
  examples: {
    found: [
      lua(`local hook = ('https://%s/api/webhooks/%s'):format('discord.com', '123456789012345678/abcdef')
^PerformHttpRequest(hook, print)`),
      js(`^const hook = 'https://discordapp.com/api/webhooks/123456789012345678/abcdef'`, 'page'),
      lua(`^local hook = 'https://discord.com/api/webhooks/123456789012345678/abcdef'`, 'client'),
    ],
    notFound: [
      lua(`local hook = ('https://%s/api/%s'):format('discord.com', 'gateway')
PerformHttpRequest(hook, print)`),
      js(`const invite = 'https://discord.com/invite/abcdef'`, 'page'),
      lua(`local hook = 'https://discord.com/api/webhooks/your-webhook'`, 'client'),
    ],
  },
})
