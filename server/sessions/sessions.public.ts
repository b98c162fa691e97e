export { findIdentity } from './find-identity.ts'
export { openSession, type Arrival } from './open-session.ts'
export { refusalFor } from '#server/users/users.public.ts'
export { requireSession } from './require-session.ts'
export { sweepSessions } from './sweep-sessions.ts'
export { isOutlived } from './sessions.rules.ts'
export {
  insertSignInAttempt as recordSignInAttempt,
  removeSession as endSession,
  removeSessionOf as endSessionOf,
  removeSessionsOf as endSessionsOf,
  selectSessionsOf as readSessionsOf,
  selectSignedInAt as readSignedInAt,
} from './sessions.queries.ts'
