import { origin } from '#analysis/flow/value.ts'
import type { Knowledge } from './knowledge.ts'

/** A request, whose answer is what another host says. */
export const http: Knowledge = {
  does: 'http',
  named: { url: 0 },
  callbacks: origin.http,
  trigger: 'http',
  gives: origin.http,
  refs: ['#response'],
}
