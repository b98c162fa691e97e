/** Above a form that stays mounted. */
export const expiredFormText =
  'Your session has expired. Everything you entered is still here, files included: sign in and send it again.'
