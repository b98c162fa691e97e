export type Tone = 'neutral' | 'ok' | 'active' | 'info' | 'warn' | 'danger' | 'idle'
