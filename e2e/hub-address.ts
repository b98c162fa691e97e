const port = process.env['E2E_PORT'] ?? '43117'

/** Where the hub of the journeys listens; E2E_PORT moves it out of the way of another one. */
export const hubAddress = `http://127.0.0.1:${port}`

/** Its first owner, who lets people upload. */
export const owner = { username: 'owner', email: 'owner@example.com', password: 'correct horse battery' }
