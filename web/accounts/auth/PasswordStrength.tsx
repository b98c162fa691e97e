import styles from './PasswordStrength.module.css'

export const strengthNames = ['Too short', 'Weak', 'Fair', 'Good', 'Strong'] as const
type Strength = 0 | 1 | 2 | 3 | 4

const common = /^(password|passwort|qwert|asdf|letmein|welcome|admin|iloveyou|abc123|111111|123456)/i

const tints = ['var(--line)', 'var(--danger)', 'var(--warn)', 'var(--info)', 'var(--ok)']

/** The hint of a field for a new password. */
export function PasswordStrength({ password, lengthMin = 6 }: { password: string; lengthMin?: number }) {
  const strength = password.length < lengthMin ? 0 : passwordStrength(password)
  return (
    <span className="row gap-2" style={{ '--tint': tints[strength] }}>
      <span className={`${styles.bars} grid gap-4px`} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span className="fill-3" key={step} data-on={step <= strength || undefined} />
        ))}
      </span>
      {password === '' ? `At least ${lengthMin} characters` : strengthNames[strength]}
    </span>
  )
}

/** A hint, not a rule: length counts most, variety a little, and a common beginning makes any password weak. */
export function passwordStrength(password: string): Strength {
  if (password.length < 6) return 0
  if (common.test(password) || new Set(password.toLowerCase()).size < 4) return 1
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  const effective = password.length + (kinds - 1) * 2
  if (effective < 10) return 1
  if (effective < 14) return 2
  if (effective < 18) return 3
  return 4
}
