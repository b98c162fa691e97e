export { announceRename, announceUser, authorsTag, userTag } from './announce-user.ts'
export {
  removeCodesOfKind as forgetCodes,
  selectCodeCount as countCodes,
  updateAllUsed as endCodes,
} from './codes.queries.ts'
export { forgetExpiredCodes } from './forget-expired-codes.ts'
export { refusalFor } from './refusal-for.ts'
export { refuseTaken, refusingTaken } from './refuse-taken.ts'
export { shortenAddresses } from './shorten-addresses.ts'
export { findCode, issueCode, useCode } from './single-use-codes.ts'
export {
  addToUserTotal,
  insertCredentials,
  insertUser,
  lockOwnership,
  selectAccountByEmail,
  selectHasOwner,
  selectPasswordHash,
  selectTaken,
  selectUserForUpdate,
  updatePasswordHash,
  updateUser,
} from './users.queries.ts'
export { avatarAddress, emailKey, isReservedName, networkOf, usernameKey } from './users.rules.ts'
