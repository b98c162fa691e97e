export { endExpiredStyles } from './end-expired-styles.ts'
export { shownStyle, stylesTag, type StoredStyle } from './name-style.rules.ts'
