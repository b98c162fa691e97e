import type { Finding } from '#contract/archives/analysis.ts'
import type { Tone } from '#web/ui/Badge.tsx'

type Severity = Finding['severity']

export const severityTones: Record<Severity, Tone> = { high: 'danger', medium: 'warn', low: 'idle' }
export const severityNames: Record<Severity, string> = {
  high: 'Check first',
  medium: 'Worth a look',
  low: 'Minor',
}
