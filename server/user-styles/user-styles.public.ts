export { endExpiredStyles } from './end-expired-styles.ts'
export { nameStyle, shownStyle, stylesTag, type StoredStyle } from './name-style.rules.ts'
export { ownStyles } from './shown-styles.queries.ts'
