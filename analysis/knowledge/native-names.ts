/** Functions that Citizen.InvokeNative calls by the hash of their name. */
export const nativeNames = new Map([
  [0x8e8cc653, 'PerformHttpRequest'],
  [0x6b171e87, 'PerformHttpRequest'],
  [0x561c060b, 'ExecuteCommand'],
  [0xa09e7e7b, 'SaveResourceFile'],
  [0x76a9ee1f, 'LoadResourceFile'],
])
