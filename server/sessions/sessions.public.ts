export { findIdentity } from './find-identity.ts'
export { openSession } from './open-session.ts'
export { refusalFor } from '#server/users/users.public.ts'
export { requireSession } from './require-session.ts'
export { sweepSessions } from './sweep-sessions.ts'
export {
  insertSignInAttempt as recordSignInAttempt,
  removeSession as endSession,
  removeSessionsOf as endSessionsOf,
} from './sessions.queries.ts'
