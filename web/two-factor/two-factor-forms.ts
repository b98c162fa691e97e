import { z } from 'zod/mini'

import { PresentedPassword } from '#contract/accounts.ts'
import { PresentedCode, TwoFactorProof } from '#contract/two-factor.ts'
import { useJudgedForm } from '#web/auth/use-judged-form.ts'

const PasswordFields = z.object({ password: PresentedPassword })
const CodeFields = z.object({ code: PresentedCode })

export const usePasswordForm = () => useJudgedForm(PasswordFields, { password: '' })
export const useCodeForm = () => useJudgedForm(CodeFields, { code: '' })
export const useProofForm = () => useJudgedForm(TwoFactorProof, { password: '', code: '' })
