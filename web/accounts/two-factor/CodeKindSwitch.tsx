/** Switches between a code of the app and a recovery code. */
export function CodeKindSwitch({ isRecovery, onSwitch }: { isRecovery: boolean; onSwitch: () => void }) {
  return (
    <button type="button" className="text-link self-start text-sm pointer min-h-24 bare" onClick={onSwitch}>
      {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
    </button>
  )
}
