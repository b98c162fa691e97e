/** The late parts of a script's page; asked for in one place, as each place that asks is some bytes of the page. */
export const lateParts = () => import('./detail-late-parts.ts')
