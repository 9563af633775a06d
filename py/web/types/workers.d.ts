// The globals of a service worker (sw.js), which TypeScript has for other workers only.

declare const registration: ServiceWorkerRegistration;
declare const clients: Clients;
declare function skipWaiting(): Promise<void>;
interface Route {
  condition: { urlPattern: { pathname: string, search: string } };
  source: { cacheName: string };
}
interface ExtendableEvent {
  /** In the event "install", where a browser can answer without starting the service worker. */
  addRoutes?(routes: Route[]): Promise<void>;
}
declare function addEventListener<Type extends keyof ServiceWorkerGlobalScopeEventMap>(
  type: Type,
  listener: (event: ServiceWorkerGlobalScopeEventMap[Type]) => void,
): void;
