/** First in the inline script: applies theme, signed-in state and the dismissed banner before the first paint, as theme.ts, session-store.ts and banner.ts store them. */
const applyStoredState = `(()=>{const d=document.documentElement.dataset;let t;try{if(localStorage.getItem('dismissed_banner')===d.banner)delete d.banner;t=localStorage.getItem('theme');const k=localStorage.getItem('auth_token'),u=JSON.parse(localStorage.getItem('auth_user'));if(k&&u&&JSON.parse(atob(k.split('.')[1].replace(/-/g,'+').replace(/_/g,'/'))).exp*1000>Date.now()){d.auth='in';if(!u.permissions?.includes('scripts.upload'))d.unverified=''}}catch{}d.theme=t==='light'||t==='dark'?t:matchMedia('(prefers-color-scheme: light)').matches?'light':'dark'})()`

/**
 * Then: a control that was clicked before React has hydrated it is busy until then, and is clicked again. Links that open
 * no dialog and forms with an action work without scripts. App.tsx answers the probe, an event without another use, so
 * that this knows nothing of React's internals. It makes React hydrate the control first if its code is there.
 */
const holdEarlyClicks = `(()=>{let held,failed;const isReady=c=>!c.dispatchEvent(new MouseEvent('auxclick',{bubbles:true,cancelable:true})),hold=c=>{held?.removeAttribute('aria-busy');held=c;c?.setAttribute('aria-busy','true')},replay=()=>{const c=held;if(!c)return;if(!c.isConnected)hold();else if(isReady(c)){hold();c.click()}else requestAnimationFrame(replay)};addEventListener('error',({target:t})=>{if(t.tagName==='SCRIPT'){failed=true;hold()}},true);addEventListener('click',e=>{const c=e.target.closest?.('#root :is(button,a[aria-haspopup]):not(form[action] *)');if(failed||!c||e.ctrlKey||e.metaKey||e.shiftKey||isReady(c))return;e.preventDefault();e.stopImmediatePropagation();const isWaiting=held;hold(c);if(!isWaiting)requestAnimationFrame(replay)},true)})()`

/** The only inline script. */
export const firstPaintScript = `${applyStoredState};${holdEarlyClicks}`
