import styles from './TwoFactor.module.css'

/** Between the two kinds of code, for whoever has not their phone at hand. */
export function CodeKindSwitch({ isRecovery, onSwitch }: { isRecovery: boolean; onSwitch: () => void }) {
  return (
    <button type="button" className={`text-link ${styles.switch}`} onClick={onSwitch}>
      {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
    </button>
  )
}
