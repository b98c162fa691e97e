import { commentText, ensureLine } from '#server/scripts/install/server-cfg.rules.ts'

import type { Lock } from './lock.ts'

/** `scripthaven.cfg`, which server.cfg executes once. */
export function serverCfg({ hub, scripts, resources, start }: Lock): string {
  const lines = start.flatMap((name) => {
    const resource = resources[name]
    const script = resource && scripts[resource.script]
    if (!script) return []
    const others = Object.entries(script.needs).filter(([, provider]) => provider === null)
    return [
      '',
      `# ${commentText(`${script.name} ${script.version}`)} – ${hub}/scripts/${resource.script}`,
      ...(others.length > 0
        ? [`# Start these before: ${commentText(others.map(([need]) => need).join(', '))}`]
        : []),
      ensureLine(name),
    ]
  })
  return [
    '# Written by scripthaven: changes are overwritten. server.cfg needs one line: exec scripthaven.cfg',
    ...lines,
    '',
  ].join('\n')
}
