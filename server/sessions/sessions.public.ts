export { authenticate } from './authenticate.ts'
export { startSession, type SignInContext } from './start-session.ts'
export { accountStatusError } from '#server/users/users.public.ts'
export { requireSession } from './require-session.ts'
export { sweepSessions } from './sweep-sessions.ts'
export { isExpired } from './sessions.rules.ts'
export {
  insertSignInAttempt as recordSignInAttempt,
  removeSession as endSession,
  removeSessionOf as endSessionOf,
  removeSessionsOf as endSessionsOf,
  selectSessionsOf as readSessionsOf,
  selectSignedInAt as readSignedInAt,
} from './sessions.queries.ts'
