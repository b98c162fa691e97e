import { z } from 'zod/mini'

import { PresentedPassword } from '#contract/access/users.ts'
import { TwoFactorCode, TwoFactorProof } from '#contract/accounts/two-factor.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'

const PasswordFields = z.object({ password: PresentedPassword })
const CodeFields = z.object({ code: TwoFactorCode })

export const usePasswordForm = () => useZodForm(PasswordFields, { password: '' })
export const useCodeForm = () => useZodForm(CodeFields, { code: '' })
export const useProofForm = () => useZodForm(TwoFactorProof, { password: '', code: '' })
