/** The lobby: the public tables as they are now, over a socket that comes back by itself. */
import { token } from './api';
import type { FromServer, Row } from './messages';
import { backOff } from './socket';

const PING = 20_000;

export class LobbyFeed {
  tables = $state.raw<Row[]>([]);
  people = $state(0);
  heard = $state(false);
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pings: ReturnType<typeof setInterval> | undefined;
  private tries = 0;
  private stopped = false;

  /** Listen until `stop`. */
  start(): void {
    this.stopped = false;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/lobby`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ t: 'hello', token: token() }));
      this.pings = setInterval(() => socket.send(JSON.stringify({ t: 'ping', n: 0 })), PING);
    };
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => {
      clearInterval(this.pings);
      if (this.stopped || this.socket !== socket) return;
      this.heard = false;
      this.tries += 1;
      this.timer = setTimeout(() => this.start(), backOff(this.tries, Math.random()));
    };
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private hear(message: FromServer): void {
    if (message.t !== 'lobby') return;
    this.tries = 0;
    this.heard = true;
    this.tables = message.tables;
    this.people = message.people;
  }
}
