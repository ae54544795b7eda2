package org.anabranch.karaf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.constant.ClassDesc;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.concurrent.FutureTask;

import javax.security.auth.Subject;

/** A class with the calls of Karaf, changed as the agent changes those of Karaf. */
class KarafAgentTest {
    private static final String HELPER = "org.apache.karaf.util.jaas.JaasHelper";

    private final Subject subject = new Subject();
    private Class<?> helper;

    /** Loads a class under the name of Karaf's, changed. */
    private static final class Changed extends ClassLoader {
        Class<?> define() throws IOException {
            try (InputStream file = KarafCalls.class.getResourceAsStream("KarafCalls.class")) {
                ClassFile files = ClassFile.of();
                byte[] named =
                        files.transformClass(
                                files.parse(file.readAllBytes()),
                                ClassDesc.of(HELPER),
                                ClassTransform.ACCEPT_ALL);
                String path = HELPER.replace('.', '/');
                byte[] bytes = new KarafAgent().transform(this, path, null, null, named);
                return defineClass(HELPER, bytes, 0, bytes.length);
            }
        }
    }

    @BeforeEach
    void change() throws IOException {
        CurrentSubject.publish();
        helper = new Changed().define();
    }

    private Object doAs(Class<?> type, Object action) throws Exception {
        Method method = helper.getMethod("doAs", Subject.class, type);
        return method.invoke(null, subject, action);
    }

    private Object current() throws ReflectiveOperationException {
        return helper.getMethod("current").invoke(null);
    }

    @Test
    void o1_theSubjectIsThatOfTheAction() throws Exception {
        assertNull(current());
        PrivilegedExceptionAction<Object> action = this::current;
        assertSame(subject, doAs(PrivilegedExceptionAction.class, action));
        assertNull(current());
    }

    @Test
    void o1_threadsInheritIt() throws Exception {
        PrivilegedExceptionAction<Object> action =
                () -> {
                    FutureTask<Object> task = new FutureTask<>(this::current);
                    Thread.ofPlatform().start(task);
                    return task.get();
                };
        assertSame(subject, doAs(PrivilegedExceptionAction.class, action));
    }

    @Test
    void o1_exceptionsArriveAsTheJdkPassesThem() throws Exception {
        PrivilegedExceptionAction<Object> checked =
                () -> {
                    throw new IOException("checked");
                };
        PrivilegedAction<Object> unchecked =
                () -> {
                    throw new IllegalStateException("unchecked");
                };
        Throwable first =
                assertThrows(
                                InvocationTargetException.class,
                                () -> doAs(PrivilegedExceptionAction.class, checked))
                        .getCause();
        assertEquals(PrivilegedActionException.class, first.getClass());
        assertEquals("checked", first.getCause().getMessage());
        Throwable second =
                assertThrows(
                                InvocationTargetException.class,
                                () -> doAs(PrivilegedAction.class, unchecked))
                        .getCause();
        assertEquals("unchecked", second.getMessage());
        assertNull(current());
    }

    @Test
    void o1_otherClassesStayAsTheyAre() {
        assertNull(new KarafAgent().transform(null, "com/acme/Program", null, null, new byte[0]));
        assertNull(new KarafAgent().transform(null, null, null, null, new byte[0]));
    }
}
