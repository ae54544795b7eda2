package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.anabranch.api.Monitor.RefusedDevice;
import org.anabranch.mic.link.TlsWire;
import org.anabranch.mic.sink.RemoteMain;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLSocket;

/** A card that is reached over TCP with mutual TLS. */
@Timeout(180)
class RemoteTest {
    private static final String PASSWORD = "changeit";

    @TempDir static Path folder;

    private final int port;
    @TempDir private Path temporary;
    private Process card;

    RemoteTest() throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    @BeforeAll
    static void makeKeys() throws Exception {
        Files.writeString(folder.resolve("password"), PASSWORD + "\n");
        for (String name : List.of("host", "card", "stranger", "former")) {
            keytool(
                    "-genkeypair",
                    "-startdate",
                    name.equals("former") ? "-10d" : "-1d",
                    "-validity",
                    name.equals("former") ? "5" : "30",
                    "-alias",
                    name,
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=" + name,
                    "-keystore",
                    folder.resolve(name + ".p12").toString());
        }
        trust("host-trusts", "card");
        trust("card-trusts", "host");
        trust("card-trusts", "former");
        trust("host-trusts-former", "former");
    }

    private static void trust(String store, String whom) throws Exception {
        KeyStore trusted = keys(store);
        trusted.setCertificateEntry(whom, keys(whom).getCertificate(whom));
        try (var file = Files.newOutputStream(folder.resolve(store + ".p12"))) {
            trusted.store(file, PASSWORD.toCharArray());
        }
    }

    private static KeyStore keys(String name) throws Exception {
        Path file = folder.resolve(name + ".p12");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (var bytes = Files.exists(file) ? Files.newInputStream(file) : null) {
            keys.load(bytes, PASSWORD.toCharArray());
        }
        return keys;
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertEquals(0, process.waitFor(), said);
    }

    private void startCard() throws Exception {
        startCard("card");
    }

    private void startCard(String key) throws Exception {
        card =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "--enable-native-access=ALL-UNNAMED",
                                "-Djava.io.tmpdir=" + temporary,
                                "-cp",
                                System.getProperty("java.class.path"),
                                RemoteMain.class.getName(),
                                "127.0.0.1",
                                Integer.toString(port),
                                folder.resolve(key + ".p12").toString(),
                                folder.resolve("card-trusts.p12").toString(),
                                folder.resolve("password").toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        while (true) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (ConnectException notYet) {
                assertTrue(card.isAlive(), "the card does not listen");
                Thread.sleep(20);
            }
        }
    }

    @AfterEach
    void stopCard() {
        if (card != null) {
            card.destroyForcibly();
        }
    }

    private Map<String, Object> settings(String key) {
        return Map.of(
                "remote", "127.0.0.1:" + port,
                "keyStore", folder.resolve(key + ".p12").toString(),
                "trustStore", folder.resolve("host-trusts.p12").toString(),
                "passwordFile", folder.resolve("password").toString(),
                "startDeadline", 10_000L);
    }

    @Test
    void aRemoteCardWorksLikeOneHere() throws Exception {
        startCard();
        try (Rig rig = new Rig(settings("host"))) {
            assertArrayEquals(new long[] {7, 7, 7}, rig.result(Rig.ADD, 3, 7L));
            int elements = 700_001; // in several pieces
            long handle = rig.allocate(elements);
            MemorySegment data = Rig.host(elements, 42);
            MemorySegment seen = Rig.host(elements);
            rig.write(1, data, handle).succeeds();
            rig.read(1, handle, seen).succeeds();
            assertEquals(-1, data.mismatch(seen));
        }
        assertTrue(card.waitFor(20, TimeUnit.SECONDS), "it ends with its host");
    }

    @Test
    void aRemoteCardThatDiesIsLost() throws Exception {
        startCard();
        try (Rig rig = new Rig(settings("host"))) {
            long handle = rig.allocate(10);
            rig.write(0, Rig.host(10), handle).succeeds();
            card.destroyForcibly();
            while (rig.write(0, Rig.host(10), handle).end() == null) {
                Thread.sleep(1);
            }
            assertInstanceOf(DeviceLostException.class, rig.write(0, Rig.host(10), handle).fails());
        }
    }

    @Test
    void aRemoteCardThatStopsInTheMiddleOfATransferIsLost() throws Exception {
        startCard();
        Map<String, Object> settings = new HashMap<>(settings("host"));
        settings.putAll(Map.of("beat", 100L, "patience", 5_000L));
        try (Rig rig = new Rig(settings)) {
            long handle = rig.allocate(1 << 20);
            rig.write(0, Rig.host(10), handle).succeeds();
            LossTest.signal("STOP", card.pid());
            List<Told> all = new ArrayList<>();
            for (int i = 0; i < 200; i++) { // more than the sockets take
                all.add(rig.write(i % 4, Rig.host(i % 2 == 0 ? 10_000 : 1 << 20), handle));
            }
            for (Told told : all) {
                assertInstanceOf(DeviceLostException.class, told.fails());
            }
        }
    }

    @Test
    void aHostThatSaysNothingIsTurnedAwayAndTheCardGoesOnListening() throws Exception {
        startCard();
        try (SSLSocket silent =
                (SSLSocket)
                        TlsWire.context(
                                        folder.resolve("host.p12"),
                                        folder.resolve("host-trusts.p12"),
                                        folder.resolve("password"))
                                .getSocketFactory()
                                .createSocket("127.0.0.1", port)) {
            silent.startHandshake();
            assertTrue(silent.getInputStream().read() >= 0, "the card greets");
            try (Rig rig = new Rig(settings("host"))) {
                assertArrayEquals(new long[] {1}, rig.result(Rig.ADD, 1, 1L));
            }
        }
    }

    @Test
    @Timeout(60)
    void c13_hostsThatSayNothingKeepNobodyOut() throws Exception {
        startCard();
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                silent.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }
            Map<String, Object> hasty = new HashMap<>(settings("host"));
            hasty.put("startDeadline", 4_000L); // before the first of them is turned away
            try (Rig rig = new Rig(hasty)) {
                assertArrayEquals(new long[] {1}, rig.result(Rig.ADD, 1, 1L));
            }
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void c13_ofTooManyThatSayNothingTheOneThatCameFirstGoes() throws Exception {
        startCard();
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 65; i++) {
                silent.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }
            readToTheEnd(silent.get(0));
            Socket next = silent.get(1);
            next.setSoTimeout(500);
            assertThrows(SocketTimeoutException.class, () -> readToTheEnd(next));
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    private static void readToTheEnd(Socket socket) throws IOException {
        try {
            while (socket.getInputStream().read() >= 0) {
                Thread.onSpinWait();
            }
        } catch (SocketException reset) {
            assertTrue(socket.isConnected(), reset::toString);
        }
    }

    @Test
    void c13_anExpiredCertificateIsNotTrustedThoughItIsInTheStore() throws Exception {
        startCard();
        DeviceException host =
                assertThrows(DeviceException.class, () -> new Rig(settings("former")));
        assertTrue(host.getMessage().contains("cannot be used"), host::getMessage);
        stopCard();
        card.waitFor();
        startCard("former");
        Map<String, Object> settings = new HashMap<>(settings("host"));
        settings.put("trustStore", folder.resolve("host-trusts-former.p12").toString());
        DeviceException expired = assertThrows(DeviceException.class, () -> new Rig(settings));
        assertTrue(expired.getMessage().contains("CN=former is valid"), expired::getMessage);
    }

    @Test
    void c13_aCardThatIsTerminatedLeavesNoFolder() throws Exception {
        startCard();
        try (Rig rig = new Rig(settings("host"))) {
            assertArrayEquals(new long[] {1}, rig.result(Rig.ADD, 1, 1L));
            try (var before = Files.list(temporary)) {
                assertEquals(1, before.count());
            }
            card.destroy();
            card.waitFor();
        }
        try (var after = Files.list(temporary)) {
            assertEquals(List.of(), after.toList());
        }
    }

    @Test
    void aHostWithoutTheRightKeyIsTurnedAwayAndTheCardGoesOnListening() throws Exception {
        startCard();
        DeviceException refused =
                assertThrows(DeviceException.class, () -> new Rig(settings("stranger")));
        assertTrue(refused.getMessage().contains("cannot be used"), refused::getMessage);
        try (Rig rig = new Rig(settings("host"))) {
            assertArrayEquals(new long[] {1}, rig.result(Rig.ADD, 1, 1L));
        }
    }

    @Test
    void b3_aCardThatIsStartedAfterItsHostAppears() throws Exception {
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(1))) {
            engine.add(MicBackend.with(settings("host")));
            while (engine.monitor().backends().getFirst().refused().isEmpty()) {
                Thread.sleep(5);
            }
            RefusedDevice refused = engine.monitor().backends().getFirst().refused().getFirst();
            assertTrue(refused.reason().contains("127.0.0.1:" + port), refused::reason);
            startCard();
            while (engine.platform("test").domains().size() < 2) {
                Thread.sleep(5);
            }
        }
    }

    @Test
    void whereNobodyListensNoCardOpens() {
        assertThrows(DeviceException.class, () -> new Rig(settings("host")));
        Map<String, Object> odd = new HashMap<>(settings("host"));
        odd.put("remote", "no-port");
        assertThrows(DeviceException.class, () -> new Rig(odd));
    }
}
