/** The types of @types/negotiator lack the option `preferred` of version 1. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: { 'accept-encoding': string } })
    encodings<E extends string>(available: readonly E[], options: { preferred: readonly E[] }): E[]
  }
}
