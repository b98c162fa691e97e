import styles from './AuthDialog.module.css'
import { passwordStrength, strengthNames } from './password-strength.ts'

const tints = ['var(--line)', 'var(--danger)', 'var(--warn)', 'var(--info)', 'var(--ok)']

/** The hint of a field for a new password. */
export function PasswordStrength({ password, lengthMin = 6 }: { password: string; lengthMin?: number }) {
  const strength = password.length < lengthMin ? 0 : passwordStrength(password)
  return (
    <span className="row gap-2" style={{ '--tint': tints[strength] }}>
      <span className={`${styles.bars} grid gap-4px`} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-on={step <= strength || undefined} />
        ))}
      </span>
      {password === '' ? `At least ${lengthMin} characters` : strengthNames[strength]}
    </span>
  )
}
