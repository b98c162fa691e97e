export { endExpiredStyles } from './end-expired-styles.ts'
export { nameStyle, styleCss, stylesTag, type StoredStyle } from './name-style.rules.ts'
export { ownStyles } from './active-styles.queries.ts'
