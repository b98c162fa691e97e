import type { TestApp, TestUser } from './test-app.ts'

/** What a user does with cases, over HTTP. */
export function casesOf({ request }: Pick<TestApp, 'request'>) {
  const post = (user: TestUser | null, path: string, body: Record<string, unknown> = {}) =>
    request(user, 'POST', path, body)
  return {
    report: (user: TestUser | null, body: Record<string, unknown>) =>
      post(user, '/api/cases', { kind: 'report', ...reportTexts, ...body }),
    appeal: (user: TestUser | null, body: Record<string, unknown>) =>
      post(user, '/api/cases', {
        kind: 'appeal',
        text: 'The decision is not right, please look again.',
        ...body,
      }),
    read: (user: TestUser | null, id: number) => request(user, 'GET', `/api/cases/${id}`),
    write: (user: TestUser | null, id: number, text: string, audience?: string) =>
      post(user, `/api/cases/${id}/messages`, { text, ...(audience && { audience }) }),
    claim: (user: TestUser | null, id: number) => post(user, `/api/moderation/cases/${id}/claim`),
    release: (user: TestUser | null, id: number) => post(user, `/api/moderation/cases/${id}/release`),
    decide: (user: TestUser | null, id: number, decision: string, more: Record<string, unknown> = {}) =>
      post(user, `/api/moderation/cases/${id}/decide`, {
        decision,
        response: 'This is the response to everyone.',
        ...more,
      }),
    queue: async (user: TestUser | null, query = '') =>
      (await request(user, 'GET', `/api/moderation/cases${query}`)).body,
    log: async (query = '') => (await request(null, 'GET', `/api/moderation/log${query}`)).body,
  }
}

const reportTexts = { reason: 'stolen', text: 'This is the work of another author, see the link.' }
