const port = process.env['E2E_PORT'] ?? '43117'

/** The app that all tests share. E2E_PORT avoids a conflict with another run. */
export const appUrl = `http://127.0.0.1:${port}`

export const owner = { username: 'owner', email: 'owner@example.com', password: 'correct horse battery' }
